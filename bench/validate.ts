/** `npm run validate -- NAME [options]`: compares what this machine computes with what is known to be right. */

import { runNamed } from './frame/run-named.ts'

runNamed('validate', {
  los: {
    about: 'line of sight: every backend against a float64 reference, on your terrain files',
    load: () => import('./validate/los.ts'),
  },
  models: {
    about: 'propagation models: the functions and every backend against published references',
    load: () => import('./validate/models.ts'),
  },
})
