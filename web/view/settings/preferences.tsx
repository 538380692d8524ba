/** How the page looks and behaves, and what one wants to be told of. */
import { useState } from 'preact/hooks';
import { attempt, client } from '../../state/connection.ts';
import { settings, snapshot } from '../../state/data.ts';
import { askPermission, permission } from '../../state/notifications.ts';
import { strings } from '../../strings.ts';
import { AddingForm, Choice, Switch } from './form.tsx';

type Name = keyof NonNullable<typeof settings.value> & keyof typeof strings.preferences;

/** One personal setting that is on or off. */
const Setting = ({ name }: { readonly name: Name }) => (
  <Switch
    label={strings.preferences[name]}
    isOn={settings.value?.[name] === true}
    onChange={(isOn) => client.call('PATCH /settings', { [name]: isOn })}
  />
);

export const AppearancePage = () => (
  <section class="settings">
    <h2>{strings.settings.pages.appearance}</h2>
    <Choice
      label={strings.colors.title}
      value={Number(settings.value?.color_scheme ?? 1)}
      options={[
        [1, strings.colors.system],
        [2, strings.colors.dark],
        [3, strings.colors.light],
      ]}
      onChange={(scheme) => client.call('PATCH /settings', { color_scheme: Number(scheme) })}
    />
    <Setting name="twenty_four_hour_time" />
    <Setting name="enter_sends" />
    <h2>{strings.settings.privacy}</h2>
    <Setting name="presence_enabled" />
    <Setting name="send_read_receipts" />
    <Setting name="send_private_typing_notifications" />
    <Setting name="send_stream_typing_notifications" />
  </section>
);

export function NotificationsPage() {
  const [allowed, setAllowed] = useState(permission());
  return (
    <section class="settings">
      <h2>{strings.settings.pages.notifications}</h2>
      {allowed === 'default' && (
        <p>
          <button type="button" class="primary" onClick={() => void askPermission().then(setAllowed)}>
            {strings.notifications.allow}
          </button>
        </p>
      )}
      {allowed !== 'default' && <p class="quiet">{strings.notifications[allowed]}</p>}
      <Setting name="enable_desktop_notifications" />
      <Setting name="enable_stream_desktop_notifications" />
      <Setting name="enable_followed_topic_desktop_notifications" />
      <Setting name="pm_content_in_desktop_notifications" />
      <Setting name="wildcard_mentions_notify" />
      <AlertWords />
    </section>
  );
}

/** Words that call the reader wherever somebody writes them. */
const AlertWords = () => (
  <>
    <h2>{strings.alertWords.title}</h2>
    <p class="quiet">{strings.alertWords.hint}</p>
    <p class="chosen">
      {(snapshot.value.alert_words ?? []).map((word) => (
        <button
          key={word}
          type="button"
          class="chip"
          onClick={() =>
            void attempt(() => client.call('DELETE /users/me/alert_words', { alert_words: [word] }))
          }
        >
          <bdi>{word}</bdi> <span aria-hidden="true">×</span>
          <span class="unseen"> {strings.remove}</span>
        </button>
      ))}
    </p>
    <AddingForm
      label={strings.alertWords.new}
      onAdd={(word) => client.call('POST /users/me/alert_words', { alert_words: [word] })}
    />
  </>
);
