import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { LedgerType } from '../../storage/records/types.ts'
import type { Terrain } from '../../storage/terrain/types.ts'
import type { Dispatcher } from '../jobs/dispatcher.ts'
import type { Compute } from '../jobs/protocol.ts'
import type { NodeAdministration, NodesSnapshot } from '../nodes/snapshot.ts'

/** Latency buckets from a millisecond, typical of responses, to the seconds of a large raster's picture. */
const latencyBucketsS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const durationBucketsS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600]

/** Services whose state the gauges read. */
export interface Observed {
  compute: Pick<Compute, 'state' | 'device'>
  config: { version: string }
  dispatcher: Pick<Dispatcher, 'queued' | 'running' | 'speeds' | 'memory'>
  results: { freeSpace: { bytes: number; files: number } }
  storeWatch: { isFailing: boolean }
  terrain: Pick<Terrain, 'scanning'>
  nodes: NodeAdministration | undefined
}

/** Service metrics. Labels have few values: routes by URL pattern, never ids, accounts or coordinates. */
export class Metrics {
  readonly registry = new Registry()
  readonly #requests = this.#counter(
    'coverage_http_requests_total',
    'HTTP responses by method, route pattern and status',
    ['method', 'route', 'status'],
  )
  readonly #latencies = new Histogram({
    name: 'coverage_http_request_duration_seconds',
    help: 'Seconds from the headers of an HTTP request to the end of the response',
    labelNames: ['method', 'route'],
    buckets: latencyBucketsS,
    registers: [this.registry],
  })
  readonly #simulations = this.#counter(
    'coverage_simulations_ended_total',
    'Simulations that completed, failed or were deleted while running',
    ['outcome'],
  )
  readonly #durations = new Histogram({
    name: 'coverage_simulation_duration_seconds',
    help: 'Seconds that completed simulations ran, without time in the queue',
    buckets: durationBucketsS,
    registers: [this.registry],
  })
  readonly #cells = this.#counter('coverage_cells_total', 'Cells computed by completed simulations')
  readonly #credits = this.#counter(
    'coverage_credits_moved_total',
    'Credits granted, held, captured and released',
    ['type'],
  )

  readonly #refused = this.#counter(
    'coverage_connections_refused_total',
    'Connections refused because of MAX_CONNECTIONS (limit "all") or MAX_CONNECTIONS_PER_ADDRESS (limit "address")',
    ['limit'],
  )

  readonly #webhookTries = this.#counter(
    'coverage_webhook_tries_total',
    'Attempts to deliver an event to a webhook',
    ['outcome'],
  )

  constructor() {
    collectDefaultMetrics({ register: this.registry })
  }

  answered(method: string, route: string, status: number, seconds: number): void {
    this.#requests.inc({ method, route, status })
    this.#latencies.observe({ method, route }, seconds)
  }

  ended(outcome: 'completed' | 'failed' | 'deleted', cells: number, seconds: number): void {
    this.#simulations.inc({ outcome })
    if (outcome !== 'completed') return
    this.#durations.observe(seconds)
    this.#cells.inc(cells)
  }

  moved(type: LedgerType, credits: number): void {
    this.#credits.inc({ type }, credits)
  }

  refusedConnection(limit: 'all' | 'address'): void {
    this.#refused.inc({ limit })
  }

  triedWebhook(outcome: 'delivered' | 'failed'): void {
    this.#webhookTries.inc({ outcome })
  }

  /** Adds gauges that read the state of services at each scrape. */
  observe({ compute, config, dispatcher, nodes, results, storeWatch, terrain }: Observed): void {
    const gauge = this.gauge.bind(this)
    if (nodes) this.#observeNodes(nodes)
    gauge('coverage_queue', 'Number of waiting simulations', () => dispatcher.queued)
    gauge('coverage_running', 'Number of running simulations', () => dispatcher.running)
    gauge(
      'coverage_memory_reserved_bytes',
      'Memory reserved by running simulations, in bytes',
      () => dispatcher.memory.reservedBytes,
    )
    gauge(
      'coverage_memory_budget_bytes',
      'Memory limit of all simulations together, in bytes',
      () => dispatcher.memory.budgetBytes,
    )
    gauge('coverage_ready', '1 if the terrain is scanned and the compute process is ready', () =>
      Number(terrain.scanning === undefined && compute.state === 'ready'),
    )
    gauge('coverage_store_failing', '1 while the result store is unreachable', () =>
      Number(storeWatch.isFailing),
    )
    gauge(
      'coverage_disk_free_bytes',
      'Free bytes on the disk of the result store',
      () => results.freeSpace.bytes,
    )
    gauge(
      'coverage_disk_free_files',
      'Free inodes on the disk of the result store; infinite if unlimited',
      () => results.freeSpace.files,
    )
    this.#gauges(
      'coverage_cells_per_second',
      'Moving average of cells per second by model, for a radius of 1000 elevation posts',
      ['model'],
      () => [...dispatcher.speeds()].map(([model, cellsPerSecond]) => [{ model }, cellsPerSecond]),
    )
    this.#gauges(
      'coverage_compute_info',
      'Backend and device of the compute kernels, as labels; the value is always 1',
      ['version', 'backend', 'device'],
      () => (compute.device ? [[{ version: config.version, ...compute.device }, 1]] : []),
    )
  }

  /** Adds gauges for compute nodes and their queues, from a snapshot a few seconds old. */
  #observeNodes(nodes: NodeAdministration): void {
    const ofNodes = (name: string, help: string, value: (node: NodesSnapshot['nodes'][number]) => number) =>
      this.#gauges(name, help, ['node'], () =>
        nodes.lastSnapshot.nodes.map((node) => [{ node: node.name }, value(node)]),
      )
    const ofQueues = (
      name: string,
      help: string,
      value: (queue: NodesSnapshot['queues'][number]) => number,
    ) =>
      this.#gauges(name, help, ['queue'], () =>
        nodes.lastSnapshot.queues.map((one) => [{ queue: one.queue }, value(one)]),
      )
    ofNodes(
      'coverage_node_slots',
      'Maximum number of simulations that a compute node runs at the same time',
      ({ slots }) => slots,
    )
    ofNodes('coverage_node_active', 'Number of simulations running on a compute node', ({ active }) => active)
    ofNodes(
      'coverage_node_drained',
      '1 while a compute node is drained and takes no new simulations',
      ({ drained }) => Number(drained),
    )
    ofNodes('coverage_node_paused', '1 while a compute node is paused after a fault on it', ({ paused }) =>
      Number(paused),
    )
    ofQueues('coverage_queue_waiting', 'Number of jobs waiting in the queue', ({ waiting }) => waiting)
    ofQueues('coverage_queue_active', 'Number of jobs running on compute nodes', ({ active }) => active)
    ofQueues(
      'coverage_queue_oldest_seconds',
      'Age of the oldest waiting job in seconds',
      ({ oldest_s }) => oldest_s,
    )
    this.gauge(
      'coverage_queue_stalled',
      'Jobs lost since the start because a compute node died, froze or was disconnected',
      () => nodes.lostJobs,
    )
    this.gauge('coverage_queue_failing', '1 while Redis is unreachable', () => Number(nodes.isFailing))
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[] = []): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] })
  }

  /** Adds a gauge that calls `value` at each scrape. */
  gauge(name: string, help: string, value: () => number): void {
    this.#gauges(name, help, [], () => [[{}, value()]])
  }

  /** Adds a gauge with labels that calls `values` at each scrape; values of equal labels are added. */
  #gauges<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    values: () => readonly (readonly [Record<Label, string>, number])[],
  ): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      collect() {
        this.reset()
        for (const [labels, value] of values()) this.inc(labels, value)
      },
    })
  }
}
