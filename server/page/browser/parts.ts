/** Rarely used components, bundled as one script: separate scripts would enlarge the initial scripts. */

export { Account } from './account/account.tsx'
export { Antennas } from './antennas/antennas.tsx'
export { Invitation } from './invitation.tsx'
export { Relays } from './link/relays.tsx'
export { MakeNetwork } from './network/make-network.tsx'
export { NetworkView } from './network/network-view.tsx'
export { Networks } from './network/networks.tsx'
export { MeasurementFigures } from './results/measurement-figures.tsx'
export { Roads } from './results/roads.tsx'
