import type { ReactElement } from 'react';
import { chartText } from '../text/chart.ts';

const PATHS = {
  save: 'M10 3v9m0 0 4-4m-4 4L6 8M4 16h12',
  full: 'M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4',
  leave: 'M7 3v4H3M17 7h-4V3M13 17v-4h4M3 13h4v4',
};

/** What can be done with the chart as a whole. */
export function ChartTools(props: {
  table: boolean;
  onTable: (table: boolean) => void;
  full: boolean;
  onFull: () => void;
  /** undefined: there is no picture to save. */
  onSave: (() => void) | undefined;
}): ReactElement {
  const { table, onTable, full, onFull, onSave } = props;
  return (
    <div className="chart-tools" role="group" aria-label={chartText.tools}>
      <button type="button" className="tool" aria-pressed={table} onClick={() => onTable(!table)}>
        {chartText.table}
      </button>
      <IconButton name={chartText.save} path={PATHS.save} disabled={!onSave} onClick={() => onSave?.()} />
      <IconButton
        name={full ? chartText.leaveFullscreen : chartText.fullscreen}
        path={full ? PATHS.leave : PATHS.full}
        onClick={onFull}
      />
    </div>
  );
}

function IconButton(props: {
  name: string;
  path: string;
  disabled?: boolean;
  onClick: () => void;
}): ReactElement {
  const { name, path, disabled = false, onClick } = props;
  return (
    <button
      type="button"
      className="tool"
      aria-label={name}
      title={name}
      disabled={disabled}
      onClick={onClick}
    >
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  );
}
