/** Debian packages the tests need and a bare machine lacks. */
import { run, say } from './runtime.mjs'

/**
 * Installs Debian packages when that is possible: as root, with apt-get.
 * @param {string[]} packages
 * @param {string} purpose ends the sentence "Installing … for …"
 * @throws {Error} with the command for a person to run
 */
export async function installDebianPackages(packages, purpose) {
  const command = `apt-get install -y --no-install-recommends ${packages.join(' ')}`
  if (process.getuid?.() === 0) {
    say(`Installing ${packages.join(', ')} for ${purpose} …`)
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    const update = await run('apt-get', ['update', '-q'], { quiet: true, env })
    const { code, output } = await run('apt-get', command.split(' ').slice(1), { quiet: true, env })
    if (code === 0) return
    throw new Error(
      `${update.output}${output}\n${packages.join(', ')} could not be installed for ${purpose}.`,
    )
  }
  throw new Error(`${purpose} needs ${packages.join(', ')}. As root: ${command}`)
}
