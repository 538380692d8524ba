/** What the keyboard does. */
import { KEYS } from '../state/keys.ts';
import { words } from '../strings.ts';
import { DialogBox } from './dialog.tsx';

export const HelpDialog = () => (
  <DialogBox title={words.keyboard.title} class="help">
    <dl>
      {KEYS.map(({ keys, shown = keys, says }) => (
        <div key={says}>
          <dt>
            {shown.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{says}</dd>
        </div>
      ))}
    </dl>
  </DialogBox>
);
