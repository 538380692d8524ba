/** A metric whose samples are computed on request, in the terms of Prometheus. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'histogram' | 'gauge';
  readonly samples: (name: string) => readonly Sample[];
}

export type Labels = Readonly<Record<string, string | number>>;

export interface Sample {
  readonly metricName?: string;
  readonly labels: Labels;
  readonly value: number;
}

/** One value without labels; no sample if it is not known. */
export const singleSample = (value: number | null | undefined): readonly Sample[] =>
  value === null || value === undefined ? [] : [{ labels: {}, value }];

/** A metric that goes up and down. */
export const gauge = (name: string, help: string, samples: () => readonly Sample[]): MetricFamily => ({
  ...{ name, help, type: 'gauge' },
  samples,
});
