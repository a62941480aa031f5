import { limitChunkLoading } from './lib/client/chunk-deadline'
import { catchErrors } from './lib/client/error-log'

/** Runs in the browser before anything else of the page: whatever fails after this is noted. */
catchErrors()
limitChunkLoading()

/** Next calls it when a navigation begins. */
export { routeChangeBegins as onRouterTransitionStart } from './lib/client/route-change'
