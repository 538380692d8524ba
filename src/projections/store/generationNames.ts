/** Names of generations as engines write them: part of file and collection names, so checked and read back here. */
import { type GenerationName, generationText } from './readModels.ts';

const NAME = /^([A-Za-z][A-Za-z0-9_-]*)@(\d+)\.(\d+)$/;

/** Reads `channels@2.7`; undefined for anything else. */
export function parseGeneration(text: string): GenerationName | undefined {
  const [, projection, version, generation] = NAME.exec(text) ?? [];
  if (projection === undefined) return undefined;
  return { projection, version: Number(version), generation: Number(generation) };
}

/** The text of a name that can be read back; refuses any other. */
export function storageName(name: GenerationName): string {
  const text = generationText(name);
  if (!parseGeneration(text)) throw new TypeError(`${text} cannot be the name of a generation.`);
  return text;
}
