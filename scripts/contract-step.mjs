/** The backend as a service of its own keeps the contracts, asked over HTTP as any outside service would be. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startService } from './journeys.mjs'
import { runNode } from './runtime.mjs'
import { step } from './steps.mjs'

/**
 * @param {import('./whole-demo.mjs').WholeDemo} demo of the service
 * @returns {Promise<import('./steps.mjs').Tally>}
 */
export function proveContract(demo) {
  return step('contract of the service', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'nlos-service-'))
    const databaseUrl = demo.copyTo('service', dataDir)
    const service = await startService(dataDir, databaseUrl, join(dataDir, 'service.log'))
    try {
      const { NLOS_UPSTREAM_KEY, NLOS_UPSTREAM_URL } = service.settings
      const args = ['scripts/contract.mjs', NLOS_UPSTREAM_URL]
      const { code, output } = await runNode(args, { quiet: true, env: { NLOS_UPSTREAM_KEY } })
      return { passed: Number(code === 0), failed: Number(code !== 0), output }
    } finally {
      await service.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
}
