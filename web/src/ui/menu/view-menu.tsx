import { type ReactElement, useSyncExternalStore } from 'react';
import { CHOICES } from '../../settings/setting.ts';
import type { SettingsStore } from '../../settings/settings.ts';
import { Segments } from '../segments.tsx';
import { settingsText } from '../text/settings.ts';
import { Check } from './check.tsx';
import { Disclosure } from './disclosure.tsx';

/** How the page looks, what it takes and what it says aloud. */
export function ViewMenu(props: { settings: SettingsStore; onShortcuts: () => void }): ReactElement {
  const { settings, onShortcuts } = props;
  const { theme, density, saver, speak } = useSyncExternalStore(settings.subscribe, settings.get);
  return (
    <Disclosure label={settingsText.view} className="view-menu" testId="view-menu">
      {() => (
        <>
          <Segments
            label={settingsText.theme}
            labelled
            choices={CHOICES.theme}
            names={settingsText.themes}
            chosen={theme}
            onChoose={(next) => settings.set({ theme: next })}
          />
          <Segments
            label={settingsText.density}
            labelled
            choices={CHOICES.density}
            names={settingsText.densities}
            chosen={density}
            onChoose={(next) => settings.set({ density: next })}
          />
          <Check
            label={settingsText.saver}
            help={settingsText.saverHelp}
            checked={saver}
            onChange={(next) => settings.set({ saver: next })}
          />
          <Check
            label={settingsText.speak}
            help={settingsText.speakHelp}
            checked={speak}
            onChange={(next) => settings.set({ speak: next })}
          />
          <button type="button" className="tool" onClick={onShortcuts}>
            {settingsText.shortcuts}
          </button>
        </>
      )}
    </Disclosure>
  );
}
