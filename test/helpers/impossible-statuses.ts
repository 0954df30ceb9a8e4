/** What the document describes and no client of a test can bring about, with the reason. */
export const impossible: Record<string, string> = {
  'getMetrics 401': 'a test is on this machine, which needs no token; see metrics.test.ts',
  'getHealth 500': 'reads two numbers and a word from memory',
  'getLiveness 500': 'answers a constant',
  'getMetrics 500': 'counts in memory',
  'getOpenApi 500': 'answers a document made at the start',
  'getDocs 500': 'answers a constant',
  'getPage 500': 'answers a constant',
  'getProblem 500': 'answers constants',
  'listModels 500': 'answers a constant',
  'getShared 500': 'the records that would fail are those in which the share itself is looked up',
  'listModelsAtRoot 500': 'answers a constant',
  'listPacks 500': 'answers the configuration',
  'getBasemap 500': 'answers the configuration',
  'listPlaces 500': 'answers what was read at the start',
  'estimateSimulation 500': 'terrain that fails is left to the job',
}
