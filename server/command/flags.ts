/** Flags of each command as the program receives them: text, even for numbers. */

export interface RequestFlags {
  preset?: string
  tx?: string
  rx?: string
}

export interface LocalFlags {
  local?: boolean
  dem?: string[]
}

export interface OutFlags {
  out?: string
  force?: boolean
}

export interface SimulateFlags extends RequestFlags, LocalFlags, OutFlags {
  wait?: boolean
  estimate?: boolean
  layer?: string
  idempotencyKey?: string
  backend?: string
}

export interface LinkFlags extends RequestFlags, LocalFlags {}

export interface LinksFlags extends LinkFlags, OutFlags {
  transmitters?: string
  receivers?: string
  floorDbm?: string
}

export interface RelayFlags extends LinkFlags, OutFlags {
  from: string
  to: string
  fromHeight?: string
  toHeight?: string
  candidates?: string
  area?: string
  spacing?: string
  limit?: string
}

export interface VerifyFlags {
  dem?: string[]
  backend?: string
}

export interface TerrainFlags extends LocalFlags {
  at?: string
  within?: string
}

export interface ListFlags {
  limit?: string
  offset?: string
  status?: string
  model?: string
  batch?: string
  after?: string
  createdAfter?: string
  createdBefore?: string
}

export interface ViewFlags {
  sensitivityDbm?: string
  eirpDbm?: string
  upEirpDbm?: string
  upSensitivityDbm?: string
}

export interface LayerFlags extends ViewFlags {
  layer?: string
}

export interface ResultFlags extends LayerFlags, OutFlags {
  style?: string
}

export interface AreaFlags extends LayerFlags {
  area?: string
}

export interface FeaturesFlags extends LayerFlags, OutFlags {
  floorDbm?: string
}

export interface NetworkFlags extends ViewFlags, OutFlags {
  name?: string
  batch?: string
  area?: string
  align?: string
  candidates?: string
  spacing?: string
  sites?: string
  minDistanceM?: string
  mustReach?: string
  weights?: string
  like?: string
  txHeight?: string
  rxHeight?: string
  maxRange?: string
  estimate?: boolean
  add?: boolean
}

export interface ShareFlags {
  days?: string
  list?: boolean
  revoke?: string
}

export interface CreditsFlags {
  ledger?: boolean
  packs?: boolean
  limit?: string
}

export interface BatchFlags extends RequestFlags {
  wait?: boolean
  area?: string
  outDir?: string
  layer?: string
  format?: string
  force?: boolean
  missing?: boolean
  again?: boolean
  column?: string[]
  ignoreColumns?: boolean
  skipRefused?: boolean
}

export interface WebhookFlags {
  events?: string
  low?: string
  limit?: string
}
