import type { QueueReport } from '@ticker/protocol';
import { type ReactElement, useEffect, useState } from 'react';
import { accessAfter } from '../../alerts/access.ts';
import type { Answer } from '../../alerts/answer.ts';
import { followQueue } from '../../alerts/queue-watch.ts';
import { duration, text } from '../text.ts';
import { alertText } from './alert-text.ts';
import { problemWords } from './rule-words.ts';

const counts = new Intl.NumberFormat();

const SHOWN = ['waiting', 'running', 'delayed', 'dead', 'finishedPerMinute', 'oldestMs'] as const;

/** What the work queue holds, for as long as somebody looks. */
export function QueuePanel(): ReactElement {
  const [answer, setAnswer] = useState<Answer<QueueReport> | null>(null);
  // The last one that could be read stays, pale.
  const [report, setReport] = useState<QueueReport | null>(null);
  useEffect(
    () =>
      followQueue((next) => {
        setAnswer(next);
        if (next.ok) setReport(next.value);
      }),
    [],
  );
  const problem = answer && !answer.ok ? answer.problem : null;
  const access = problem && accessAfter(problem);
  return (
    <div className="panel-scroll queue" data-testid="queue" data-current={answer?.ok ?? false}>
      <h2>{alertText.queueTitle}</h2>
      {answer === null && <p className="panel-note">{text.loading}</p>}
      {problem && access && access !== 'loading' && access !== 'on' && (
        <p className="panel-note" role="status">
          {alertText.queueAccess[access]} {problemWords(problem)}
        </p>
      )}
      {report && (
        <>
          <dl>
            {[...SHOWN, ...(report.foreign > 0 ? (['foreign'] as const) : [])].map((key) => (
              <div key={key} data-key={key} className={key === 'dead' && report.dead > 0 ? 'bad' : ''}>
                <dt>{alertText.queue[key]}</dt>
                <dd>{numberWords(key, report[key])}</dd>
              </div>
            ))}
          </dl>
          <p className="panel-note">{alertText.queueHelp}</p>
        </>
      )}
    </div>
  );
}

function numberWords(key: keyof QueueReport, value: number | null): string {
  if (value === null) return alertText.noJob;
  return key === 'oldestMs' ? duration(value) : counts.format(value);
}
