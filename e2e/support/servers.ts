/** Addresses of the consoles under test. */
export const servers: readonly string[] = (process.env.BASE_URLS ?? 'http://localhost:3000').split(' ')

/** The one of this worker: each has one to itself, so that nobody meets the people of another test. */
export const ownServer = servers[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]
