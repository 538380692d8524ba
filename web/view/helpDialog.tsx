/** The list of keyboard shortcuts. */
import { KEYS } from '../state/keys.ts';
import { strings } from '../strings.ts';
import { DialogBox } from './dialog.tsx';

export const HelpDialog = () => (
  <DialogBox title={strings.keyboard.title} class="help">
    <dl>
      {KEYS.map(({ keys, shown = keys, description }) => (
        <div key={description}>
          <dt>
            {shown.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  </DialogBox>
);
