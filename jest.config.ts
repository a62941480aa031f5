import type { Config } from 'jest'
import nextJest from 'next/jest.js'

const createJestConfig = nextJest({ dir: './' })

const shared: Config = {
  moduleNameMapper: { '^@/(.*)$': '<rootDir>/$1' },
  modulePathIgnorePatterns: ['<rootDir>/.next/', '<rootDir>/.data/', '<rootDir>/.cache/'],
}

/** ESM-only packages that Jest has to compile. */
const esmPackages = [
  '@libpdf',
  '@noble',
  '@scure',
  'iron-session',
  'iron-webcrypto',
  'uint8array-extras',
  'cookie',
  'hucre',
  'drizzle-orm',
  '@mui',
  '@tanstack',
]

/** Everything that PGlite alone does: it runs once, whichever database the others run on. */
const ofPglite = ['lib/platform/db/crash.test.ts', 'lib/platform/db/lock.test.ts']

/**
 * Everything that Next compiles, and what puts others in the place of its modules or of the clock: Jest's own runner
 * can.
 */
const ofNext = ['lib/bff/', 'lib/client/']

/** Everything that opens a backend, beside what is pure in the same folders. */
const ofService = '<rootDir>/lib/(domains|platform)/'
const pure = '([\\w-]+/)?(rules|contract)/'

/** Everything that needs several processes on one database. */
const ofPostgres = process.env.NLOS_TEST_DATABASE_URL
  ? []
  : ['lib/domains/contracts/service/batch-kills.test.ts', 'lib/domains/closings/service/kills.test.ts']

async function project(name: string, environment: string, testMatch: string[], extra: Config = {}) {
  const config = await createJestConfig({
    ...shared,
    displayName: name,
    testEnvironment: environment,
    testMatch,
    ...extra,
  })()
  return { ...config, transformIgnorePatterns: [`/node_modules/(?!(${esmPackages.join('|')})/)`] }
}

/** Node runs these files itself, in threads that stay: no sandbox, no compiler, and each module is read once a thread. */
const light = {
  runner: 'jest-light-runner',
  transform: {},
  extensionsToTreatAsEsm: ['.ts'],
  setupFilesAfterEnv: ['<rootDir>/scripts/light-tests.ts'],
} satisfies Config

export default async () => ({
  // A busy machine is slow, not wrong: only a test that hangs meets this.
  testTimeout: 60_000,
  projects: [
    await project('unit', 'node', ['<rootDir>/{bench,lib,scripts}/**/*.test.ts'], {
      ...light,
      testPathIgnorePatterns: [...ofNext.map((folder) => `<rootDir>/${folder}`), `${ofService}(?!${pure})`],
    }),
    await project('next', 'node', [
      ...ofNext.map((folder) => `<rootDir>/${folder}**/*.test.ts`),
      '<rootDir>/*.test.ts',
    ]),
    await project('browser', 'jsdom', ['<rootDir>/{app,components,lib}/**/*.test.tsx'], {
      setupFilesAfterEnv: ['<rootDir>/scripts/browser-tests.ts'],
    }),
    await project('backend', 'node', ['<rootDir>/lib/{domains,platform}/**/*.test.ts'], {
      ...light,
      testPathIgnorePatterns: [
        ...[...ofPglite, ...ofPostgres].map((file) => `<rootDir>/${file}`),
        `${ofService}${pure}`,
      ],
    }),
    await project(
      'pglite',
      'node',
      ofPglite.map((file) => `<rootDir>/${file}`),
      light,
    ),
  ],
})
