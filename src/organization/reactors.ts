/**
 * What is on record of one reactor in one organization, folded from its stream `reactor-{name}-{id}`. It is small, so
 * that a draft is a copy.
 */
import type { AnyEvent } from '../events/catalog.ts';

/** How far a reactor's stream has been folded. */
interface Progress {
  /** Of the last folded event; -1 when there is none. */
  readonly revision: number;
  /** Hash of the last folded event, or what the first one is chained to. */
  readonly hash: string;
}

export class ReactorState {
  /** Revision of the organization up to which all has been done; undefined where the reactor has never run. */
  checkpoint: number | undefined;
  /** Effects since the checkpoint that will not be tried again. */
  abandoned: ReadonlySet<string> = new Set();
  revision: number;
  hash: string;
  /** UNIX milliseconds of the last event. */
  time = 0;
  #base: ReactorState | undefined;

  constructor({ revision, hash }: Progress) {
    this.revision = revision;
    this.hash = hash;
  }

  fold(event: AnyEvent): void {
    if (event.type === 'ReactorCheckpointed') {
      this.checkpoint = event.data.revision;
      this.abandoned = new Set();
    } else if (event.type === 'EffectAbandoned') {
      this.abandoned = new Set([...this.abandoned, event.data.effectId]);
    }
    this.revision = event.revision;
    this.hash = event.metadata.hash;
    this.time = event.metadata.time;
  }

  draft(): ReactorState {
    const draft = Object.assign(new ReactorState(this), this);
    draft.#base = this;
    return draft;
  }

  /** Gives a draft's events to the state it was drafted from. */
  merge(): void {
    if (this.#base === undefined) throw new Error('Only a draft can be merged.');
    Object.assign(this.#base, this);
  }
}
