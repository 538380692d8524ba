/**
 * Names of generations as engines write them: they are parts of file and collection names, and parsed here.
 */
import { type GenerationName, generationText } from './readModels.ts';

const NAME = /^([A-Za-z][A-Za-z0-9_-]*)@(\d+)\.(\d+)$/;

/** Parses `channels@2.7`; undefined for anything else. */
export function parseGeneration(text: string): GenerationName | undefined {
  const [, projection, version, generation] = NAME.exec(text) ?? [];
  if (projection === undefined) return undefined;
  return { projection, version: Number(version), generation: Number(generation) };
}

/** The text of a valid name; throws for any other. */
export function storageName(name: GenerationName): string {
  const text = generationText(name);
  if (!parseGeneration(text)) throw new TypeError(`${text} cannot be the name of a generation.`);
  return text;
}
