/** What has changed in a text. */
import type { Recorded } from './recorded.ts';

export const Differences = ({ event }: { readonly event: Recorded }) => (
  <>
    {event.differences.map(({ field, parts }) => (
      <p key={field} class="difference" dir="auto">
        {parts.map(({ change, text }, index) =>
          change === 'kept' ? (
            text
          ) : change === 'added' ? (
            <ins key={index}>{text}</ins>
          ) : (
            <del key={index}>{text}</del>
          ),
        )}
      </p>
    ))}
  </>
);
