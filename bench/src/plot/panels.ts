import type { TopLevelSpec } from 'vega-lite';

/** A drawing of all the data; where there are several panels, one below the other with its name. */
export function panelled(values: readonly object[], panels: readonly string[], unit: object): TopLevelSpec {
  if (panels.length === 1) return { data: { values }, ...unit } as unknown as TopLevelSpec;
  const header = { labelOrient: 'top', labelAnchor: 'start', labelAngle: 0, title: null };
  return {
    data: { values },
    facet: { row: { field: 'panel', type: 'nominal', sort: panels, header } },
    spec: unit,
  } as unknown as TopLevelSpec;
}
