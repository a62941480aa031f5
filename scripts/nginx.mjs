/** Debian's nginx, where tests and benches need one. */
import { spawnSync } from 'node:child_process'
import { installDebianPackages } from './debian.mjs'

/**
 * @param {string} purpose ends the sentence "Installing … for …"
 * @throws {Error} when there is no nginx and none can be installed
 */
export async function ensureNginx(purpose) {
  if (spawnSync('nginx', ['-v']).error) await installDebianPackages(['nginx-light'], purpose)
}
