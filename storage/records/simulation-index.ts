import type { Segment, SegmentFiles, SegmentIndex } from './disk/segment.ts'
import type { Simulation, SimulationFilter, SimulationHead, Tile } from './stored-types.ts'

/** A simulation as stored: with its tiles, or with `null` if a separate file contains the tiles. */
export type StoredSimulation = Simulation & { tiles?: Tile[] | null }

interface AccountEntry {
  /** Simulations in order of acceptance. */
  heads: Head[]
  isRemoved: boolean
}

/** A simulation in memory: the record, or its position in a segment. */
export class Head implements SimulationHead {
  readonly id: string
  readonly account_id: string
  readonly sequence: number
  readonly created_ms: number
  readonly model: string
  readonly owner: AccountEntry
  batch: string | undefined
  status: Simulation['status']
  hasTilesFile = false
  /** Record of the simulation; `undefined` once a segment contains the record. */
  record: StoredSimulation | undefined
  segment: Segment | undefined
  slot = 0
  /** Journal ticket (number of the journal entry) of the simulation's last change. */
  ticket = 0

  constructor(basis: Omit<SimulationHead, 'status'>, status: Simulation['status'], owner: AccountEntry) {
    this.id = basis.id
    this.account_id = basis.account_id
    this.sequence = basis.sequence
    this.created_ms = basis.created_ms
    this.model = basis.model
    this.status = status
    this.owner = owner
  }
}

export interface WrittenSimulation {
  head: Head
  record: StoredSimulation
  /** Record as stored; a long list of tiles is in a separate file. */
  stored: StoredSimulation
}

interface Columns extends SegmentIndex {
  accounts: string[]
  models: string[]
  id: string[]
  account: number[]
  model: number[]
  sequence: number[]
  created_ms: number[]
  /** 1 for completed, 0 for failed simulations. */
  completed: number[]
  tiles_file: number[]
  /** Ids of batches; `batch` has pairs of the slot of a simulation and the index of its batch in `batches`. */
  batches: string[]
  batch: [number, number][]
}

/**
 * Simulations in memory: by id, by account, pending, and final but not in a segment. Changes return an undo function.
 */
export class SimulationIndex {
  readonly #byId = new Map<string, Head>()
  readonly #accounts = new Map<string, AccountEntry>()
  readonly #pending = new Set<Head>()
  /** Final simulations not in a segment, in order of completion. */
  readonly #finished = new Set<Head>()

  get(id: string): Head | undefined {
    const head = this.#byId.get(id)
    return head?.owner.isRemoved ? undefined : head
  }

  /** Adds a simulation, or replaces an earlier version. */
  put(record: StoredSimulation, ticket: number): () => void {
    const before = this.get(record.id)
    if (before) return this.#change(before, record, ticket)
    const { id, account_id, sequence } = record
    const owner = this.#accountEntry(account_id)
    const basis = {
      id,
      account_id,
      sequence,
      created_ms: Date.parse(record.created_at),
      model: modelOf(record),
    }
    const head = new Head(basis, record.status, owner)
    head.record = record
    head.ticket = ticket
    head.batch = record.batch_id
    head.hasTilesFile = record.tiles === null
    insert(owner.heads, head)
    this.#enlist(head)
    return () => this.#detach(head)
  }

  /** Changes fields that are kept only in memory. */
  progress(head: Head, change: Partial<Simulation>): void {
    if (head.record) head.record = { ...head.record, ...change }
  }

  remove(id: string): () => void {
    const head = this.get(id)
    if (head === undefined) return () => {}
    this.#detach(head)
    head.segment?.dead.add(head.slot)
    return () => {
      head.segment?.dead.delete(head.slot)
      insert(head.owner.heads, head)
      this.#enlist(head)
    }
  }

  /** Hides the simulations of an account, until `purge` removes them. */
  removeAccount(accountId: string): () => void {
    const owner = this.#accounts.get(accountId)
    if (owner === undefined) return () => {}
    owner.isRemoved = true
    this.#accounts.delete(accountId)
    return () => {
      owner.isRemoved = false
      this.#accounts.set(accountId, owner)
    }
  }

  /** Removes hidden simulations. */
  purge(heads: readonly Head[]): void {
    for (const head of heads) {
      head.segment?.dead.add(head.slot)
      this.#byId.delete(head.id)
      this.#pending.delete(head)
      this.#finished.delete(head)
    }
  }

  /** Pending simulations, oldest first. */
  pending(): Head[] {
    return [...this.#pending].filter(({ owner }) => !owner.isRemoved).sort((a, b) => a.sequence - b.sequence)
  }

  /** Final simulations not in a segment, in order of completion. */
  finished(): Head[] {
    return [...this.#finished].filter(({ owner }) => !owner.isRemoved)
  }

  /** Simulations of an account in order of acceptance. */
  heads(accountId: string): readonly Head[] {
    return this.#accounts.get(accountId)?.heads ?? []
  }

  /** Simulations of an account that match the filter, newest first. */
  ofAccount(accountId: string, filter: SimulationFilter = {}): Head[] {
    const { kind, status, model, batch } = filter
    const fromMs = filter.created_after === undefined ? -Infinity : Date.parse(filter.created_after)
    const toMs = filter.created_before === undefined ? Infinity : Date.parse(filter.created_before)
    const matches = (head: Head) =>
      (kind === undefined || head.id.startsWith(`${kind}_`)) &&
      (status === undefined || head.status === status) &&
      (model === undefined || head.model === model) &&
      (batch === undefined || head.batch === batch) &&
      head.created_ms >= fromMs &&
      head.created_ms <= toMs
    const isAll = Object.values(filter).every((value) => value === undefined)
    const heads = this.heads(accountId)
    return (isAll ? [...heads] : heads.filter(matches)).reverse()
  }

  /** Record of a simulation, from memory or from a segment. */
  record(head: Head, files: SegmentFiles): StoredSimulation {
    if (head.record) return head.record
    if (head.segment === undefined) throw new Error(`${head.id} has no record.`)
    const record = JSON.parse(head.segment.read(files, head.slot)) as StoredSimulation | null
    if (record?.id !== head.id) {
      throw new Error(`${head.segment.fileName} has a record other than ${head.id} in slot ${head.slot}.`)
    }
    return record
  }

  /** Replaces records by positions in a segment, except records that changed since the segment was written. */
  adopt(segment: Segment, written: readonly WrittenSimulation[]): void {
    for (const [slot, { head, record, stored }] of written.entries()) {
      if (this.get(head.id) !== head || head.record !== record) {
        segment.dead.add(slot)
        continue
      }
      head.record = undefined
      head.segment = segment
      head.slot = slot
      head.hasTilesFile = stored.tiles === null
      this.#finished.delete(head)
    }
  }

  /** Keeps the written version of records that are not in a segment. */
  replaceStored(written: readonly WrittenSimulation[]): void {
    for (const { head, record, stored } of written) {
      if (head.record !== record) continue
      head.record = stored
      head.hasTilesFile = stored.tiles === null
    }
  }

  /** Adds a stored segment; simulations of deleted accounts count as deleted. Call `loaded` after all segments. */
  load(segment: Segment, index: SegmentIndex, isAccount: (id: string) => boolean): void {
    const columns = index as Columns
    const { accounts, models, batches } = columns
    const batch = new Map(columns.batch)
    const owners = accounts.map((id) => (isAccount(id) ? this.#accountEntry(id) : undefined))
    for (let slot = 0; slot < segment.size; slot++) {
      const owner = owners[columns.account[slot]]
      if (owner === undefined) segment.dead.add(slot)
      if (owner === undefined || segment.dead.has(slot)) continue
      const basis = {
        id: columns.id[slot],
        account_id: accounts[columns.account[slot]],
        sequence: columns.sequence[slot],
        created_ms: columns.created_ms[slot],
        model: models[columns.model[slot]],
      }
      const head = new Head(basis, columns.completed[slot] === 1 ? 'completed' : 'failed', owner)
      head.segment = segment
      head.slot = slot
      head.hasTilesFile = columns.tiles_file[slot] === 1
      head.batch = batches[batch.get(slot) ?? -1]
      owner.heads.push(head)
      this.#enlist(head)
    }
  }

  /** Call after the last `load`: sorts each account's list, as segments have the order of completion. */
  loaded(): void {
    for (const { heads } of this.#accounts.values()) heads.sort((a, b) => a.sequence - b.sequence)
  }

  #change(head: Head, record: StoredSimulation, ticket: number): () => void {
    const { status, record: before, segment, hasTilesFile, ticket: ticketBefore } = head
    segment?.dead.add(head.slot)
    this.#pending.delete(head)
    this.#finished.delete(head)
    Object.assign(head, { status: record.status, record, segment: undefined, ticket })
    head.hasTilesFile = record.tiles === null
    this.#enlist(head)
    return () => {
      this.#pending.delete(head)
      this.#finished.delete(head)
      segment?.dead.delete(head.slot)
      Object.assign(head, { status, record: before, segment, hasTilesFile, ticket: ticketBefore })
      this.#enlist(head)
    }
  }

  #enlist(head: Head): void {
    this.#byId.set(head.id, head)
    if (head.status === 'pending') this.#pending.add(head)
    else if (head.segment === undefined) this.#finished.add(head)
  }

  #detach(head: Head): void {
    this.#byId.delete(head.id)
    this.#pending.delete(head)
    this.#finished.delete(head)
    const { heads } = head.owner
    const position = insertionIndex(heads, head.sequence)
    if (heads[position] === head) heads.splice(position, 1)
  }

  #accountEntry(accountId: string): AccountEntry {
    let owner = this.#accounts.get(accountId)
    if (owner === undefined) {
      owner = { heads: [], isRemoved: false }
      this.#accounts.set(accountId, owner)
    }
    return owner
  }
}

export function simulationColumns(records: readonly StoredSimulation[]): Record<string, unknown> {
  const accounts = new Map<string, number>()
  const models = new Map<string, number>()
  const batches = new Map<string, number>()
  const columns = {
    id: records.map(({ id }) => id),
    account: records.map(({ account_id }) => numberIn(accounts, account_id)),
    model: records.map((record) => numberIn(models, modelOf(record))),
    sequence: records.map(({ sequence }) => sequence),
    created_ms: records.map(({ created_at }) => Date.parse(created_at)),
    completed: records.map(({ status }) => (status === 'completed' ? 1 : 0)),
    tiles_file: records.map(({ tiles }) => (tiles === null ? 1 : 0)),
    batch: records.flatMap(({ batch_id }, slot) =>
      batch_id === undefined ? [] : [[slot, numberIn(batches, batch_id)]],
    ),
  }
  const names = {
    accounts: [...accounts.keys()],
    models: [...models.keys()],
    batches: [...batches.keys()],
  }
  return { ...names, ...columns }
}

/** Index of a name in a list; a new name is appended. */
export function numberIn(names: Map<string, number>, name: string): number {
  const number = names.get(name) ?? names.size
  names.set(name, number)
  return number
}

function modelOf({ params }: Simulation): string {
  return String(params.model ?? '')
}

function insertionIndex(heads: readonly Head[], sequence: number): number {
  let low = 0
  let high = heads.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (heads[middle].sequence < sequence) low = middle + 1
    else high = middle
  }
  return low
}

function insert(heads: Head[], head: Head): void {
  const last = heads.at(-1)
  if (last === undefined || last.sequence < head.sequence) heads.push(head)
  else heads.splice(insertionIndex(heads, head.sequence), 0, head)
}
