import { memo, type ReactElement, useEffect, useState, useSyncExternalStore } from 'react';
import type { AlertDesk } from '../../alerts/alert-desk.ts';
import type { Answer } from '../../answer.ts';
import { problemWords } from '../problem-words.ts';
import { alertText } from '../text/alerts.ts';
import { text } from '../text/page.ts';
import { AlertForm } from './alert-form.tsx';
import { AlertSettings } from './alert-settings.tsx';
import { RuleList } from './rule-list.tsx';
import { SecretNote } from './secret-note.tsx';

/** Does something to a rule, and says what came of it. */
export type Act = (request: () => Promise<Answer<unknown>>, said: string) => Promise<boolean>;

/** What came of something that was done. */
export interface Said {
  readonly words: string;
  readonly bad: boolean;
}

/** Where alerts are set, seen and ended. */
export const AlertsPanel = memo(
  (props: { desk: AlertDesk; ticker: string | null; tickers: readonly string[] }): ReactElement => {
    const { desk, ticker, tickers } = props;
    const { book } = desk;
    const { access, rules, problem } = useSyncExternalStore(book.subscribe, book.view);
    const told = useSyncExternalStore(desk.told.subscribe, desk.told.get);
    const [said, setSaid] = useState<Said | null>(null);

    useEffect(() => {
      book.setOpen(true);
      return () => book.setOpen(false);
    }, [book]);

    const act: Act = async (request, words) => {
      const answer = await request();
      setSaid(answer.ok ? { words, bad: false } : { words: problemWords(answer.problem), bad: true });
      await book.refresh();
      return answer.ok;
    };

    if (access === 'loading') return <Note words={text.loading} />;
    const usable = access === 'on' || access === 'unreachable';
    return (
      <div className="panel-scroll">
        {access !== 'on' && (
          <p className="panel-note" data-testid="alerts-access" data-access={access}>
            {alertText.access[access]} {problem && problemWords(problem)}
          </p>
        )}
        {usable && (
          <>
            <AlertForm desk={desk} shown={ticker} tickers={tickers} onSaid={setSaid} />
            <SecretNote desk={desk} />
            <p className={said?.bad ? 'panel-said bad' : 'panel-said'} role="status">
              {said?.words}
            </p>
            <RuleList rules={rules} act={act} />
            {access === 'on' && !told && <p className="panel-note">{alertText.untold}</p>}
            <AlertSettings desk={desk} />
          </>
        )}
      </div>
    );
  },
);

function Note({ words }: { words: string }): ReactElement {
  return <p className="panel-note">{words}</p>;
}
