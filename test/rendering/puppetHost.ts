import type { HostListener, RenderHost } from '../../src/rendering/renderQueue.ts';
import type { RenderJob, Rendered } from '../../src/rendering/rendered.ts';

const renderedFrom = (html: string): Rendered => ({
  html,
  mentionedUserIds: [],
  mentionedGroupIds: [],
  wildcards: [],
  links: [],
});

/** A render host that the test controls. */
export class PuppetHost implements RenderHost {
  ready = false;
  loading = false;
  finished = 0;
  current = 0;
  ended = false;
  readonly posted: string[] = [];
  readonly listener: HostListener;

  constructor(listener: (host: RenderHost) => HostListener) {
    this.listener = listener(this);
  }

  post(jobs: readonly RenderJob[]): void {
    this.posted.push(...jobs.map(({ source }) => source));
  }

  end(): Promise<void> {
    this.ended = true;
    return Promise.resolve();
  }

  start(): void {
    this.ready = true;
    this.listener.ready();
  }

  answer(html: string): void {
    this.finished += 1;
    this.listener.answered([renderedFrom(html)]);
  }
}
