import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { oncePerProcess } from './once-per-process.ts'

/** Everything that the process counts of itself, and its text for Prometheus (exposition format 0.0.4). */

/** Upper bounds in seconds; the last one is the deadline of a call. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180] as const

type Histogram = { buckets: number[]; sum: number; count: number }
type Store = {
  /** By name, then by the text of its labels. */
  counters: Map<string, Map<string, number>>
  durations: Map<string, Map<string, Histogram>>
  /** Read when somebody asks. */
  gauges: Map<string, () => Record<string, number>>
  delay: ReturnType<typeof monitorEventLoopDelay>
  startedAt: number
}

const store = () =>
  oncePerProcess('metrics', (): Store => {
    const delay = monitorEventLoopDelay({ resolution: 20 })
    delay.enable()
    return {
      counters: new Map(),
      durations: new Map(),
      gauges: new Map(),
      delay,
      startedAt: performance.timeOrigin / 1000,
    }
  })

/** Everything that stands in `# HELP`; a metric that is not here is not written. */
const HELP = {
  nlos_requests_total: 'Requests by route class and status.',
  nlos_request_seconds: 'Time to the end of the answer by route class.',
  nlos_upstream_calls_total: 'Calls to the upstream by what came of them: a status, or a fault.',
  nlos_upstream_seconds: 'Time of a call to the upstream to its answer.',
  nlos_answers_drifted_total: 'Answers of the outside service that are not as the contract says, by call.',
  nlos_session_verdicts_total: 'Cookies judged: remembered, or opened anew.',
  nlos_open_streams: 'Event streams that browsers hold open.',
  nlos_upstream_calls_open: 'Calls to the upstream under way.',
  nlos_upstream_pool: 'Connections to an outside upstream, by state.',
  nlos_database_pool: 'Connections to the database of the embedded backend, by state.',
  nlos_event_loop_delay_seconds: 'Delay of the event loop since the last reading.',
  nlos_event_loop_utilization: 'Share of time the event loop was busy since the last reading, 0 to 1.',
  nlos_memory_bytes: 'Memory of the process, by kind.',
  nlos_cpu_seconds_total: 'CPU time of the process, by mode.',
  nlos_start_time_seconds: 'Unix time at which the process started.',
} as const
export type MetricName = keyof typeof HELP

/** Counts one more. `labels` is text as it stands between the braces: made once, not for each count. */
export function count(name: MetricName, labels: string): void {
  const { counters } = store()
  let series = counters.get(name)
  if (!series) {
    series = new Map()
    counters.set(name, series)
  }
  series.set(labels, (series.get(labels) ?? 0) + 1)
}

/** Counts a duration in seconds into its histogram. */
export function observe(name: MetricName, labels: string, seconds: number): void {
  const { durations } = store()
  let series = durations.get(name)
  if (!series) {
    series = new Map()
    durations.set(name, series)
  }
  let histogram = series.get(labels)
  if (!histogram) {
    histogram = { buckets: new Array(BOUNDS.length).fill(0), sum: 0, count: 0 }
    series.set(labels, histogram)
  }
  histogram.sum += seconds
  histogram.count++
  const at = BOUNDS.findIndex((bound) => seconds <= bound)
  if (at >= 0) histogram.buckets[at] = (histogram.buckets[at] ?? 0) + 1
}

/** Says where a value is read that goes up and down: by the text of its labels, or under '' for the only one. */
export function gauge(name: MetricName, read: () => Record<string, number>): void {
  store().gauges.set(name, read)
}

/** Everything, as text. Reading begins the next interval of what is measured between readings. */
export function metricsText(): string {
  const { counters, durations, gauges } = store()
  const lines: string[] = []
  const head = (name: MetricName, type: string) =>
    lines.push(`# HELP ${name} ${HELP[name]}`, `# TYPE ${name} ${type}`)

  for (const [name, series] of counters) {
    head(name as MetricName, 'counter')
    for (const [labels, value] of series) lines.push(sample(name, labels, value))
  }
  for (const [name, series] of durations) {
    head(name as MetricName, 'histogram')
    for (const [labels, histogram] of series) lines.push(...histogramLines(name, labels, histogram))
  }
  for (const [name, read] of [...gauges, ...processGauges()]) {
    head(name as MetricName, name.endsWith('_total') ? 'counter' : 'gauge')
    for (const [labels, value] of Object.entries(read())) lines.push(sample(name, labels, value))
  }
  return `${lines.join('\n')}\n`
}

const sample = (name: string, labels: string, value: number) =>
  labels === '' ? `${name} ${value}` : `${name}{${labels}} ${value}`

function histogramLines(name: string, labels: string, { buckets, sum, count: all }: Histogram): string[] {
  let below = 0
  const bucket = (le: string, value: number) =>
    sample(`${name}_bucket`, labels === '' ? `le="${le}"` : `${labels},le="${le}"`, value)
  const lines = BOUNDS.map((bound, at) => {
    below += buckets[at] ?? 0
    return bucket(String(bound), below)
  })
  return [
    ...lines,
    bucket('+Inf', all),
    sample(`${name}_sum`, labels, sum),
    sample(`${name}_count`, labels, all),
  ]
}

function processGauges(): [MetricName, () => Record<string, number>][] {
  const { delay, startedAt } = store()
  const memory = process.memoryUsage()
  const cpu = process.cpuUsage()
  const loop = sinceLast()
  const at = (quantile: number) => delay.percentile(quantile) / 1e9 || 0
  const delays = { 'quantile="0.5"': at(50), 'quantile="0.99"': at(99), 'quantile="1"': delay.max / 1e9 }
  delay.reset()
  return [
    ['nlos_event_loop_delay_seconds', () => delays],
    ['nlos_event_loop_utilization', () => ({ '': loop })],
    [
      'nlos_memory_bytes',
      () => ({
        'kind="rss"': memory.rss,
        'kind="heap_total"': memory.heapTotal,
        'kind="heap_used"': memory.heapUsed,
        'kind="external"': memory.external,
        'kind="array_buffers"': memory.arrayBuffers,
      }),
    ],
    ['nlos_cpu_seconds_total', () => ({ 'mode="user"': cpu.user / 1e6, 'mode="system"': cpu.system / 1e6 })],
    ['nlos_start_time_seconds', () => ({ '': startedAt })],
  ]
}

/** The share of time in which the event loop was busy since the last call. */
function sinceLast(): number {
  const last = oncePerProcess('loop-utilization', () => ({ at: performance.eventLoopUtilization() }))
  const now = performance.eventLoopUtilization()
  const { utilization } = performance.eventLoopUtilization(now, last.at)
  last.at = now
  return utilization
}
