/** The list of completions below the cursor. */
import type { Candidate } from '../state/completion.ts';
import { nameOf } from '../state/data.ts';
import { Avatar } from './avatar.tsx';

interface CompletionProps {
  readonly id: string;
  readonly label: string;
  readonly candidates: readonly Candidate[];
  readonly chosen: number;
  readonly onTake: (candidate: Candidate) => void;
}

export const Completion = ({ id, label, candidates, chosen, onTake }: CompletionProps) => (
  <ul class="completion" id={id} role="listbox" aria-label={label}>
    {candidates.map((candidate, index) => (
      <li
        key={candidate.insert + candidate.label}
        id={`${id}${index}`}
        role="option"
        aria-selected={index === chosen}
        onPointerDown={(event) => {
          event.preventDefault();
          onTake(candidate);
        }}
      >
        {candidate.userId !== undefined && (
          <Avatar userId={candidate.userId} name={nameOf(candidate.userId)} size="small" />
        )}
        {candidate.emoji?.text !== undefined && <span aria-hidden="true">{candidate.emoji.text}</span>}
        {candidate.emoji?.picture !== undefined && <img class="emoji" src={candidate.emoji.picture} alt="" />}
        <span class="name" dir="auto">
          {candidate.label}
        </span>
        {candidate.detail !== undefined && (
          <small class="quiet" dir="auto">
            {candidate.detail}
          </small>
        )}
      </li>
    ))}
  </ul>
);
