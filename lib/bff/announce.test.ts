import { parseEnv } from '../env.ts'
import { announcement } from './announce.ts'

const address = { address: '::', family: 'IPv6', port: 4321 }
const secret = 'kq7Vd2zTn9LxW4rYb8HsMf3GpC6jEa1U'

describe('announcement', () => {
  it('says where, on what, and in the demo who may sign in', () => {
    expect(announcement(parseEnv({ NLOS_DEMO: '1' }), address, ['entry_clerk', 'admin'])).toEqual([
      'nlos-console: http://localhost:4321',
      'data: PGlite in .data (for trial and one small office; set DATABASE_URL for more)',
      'demo accounts (password Demo@2026): entry_clerk, admin',
    ])
  })

  it.each([
    [{ DATABASE_URL: 'postgres://nlos:hunter2@db/nlos' }, 'data: PostgreSQL'],
    [{ NLOS_UPSTREAM_URL: 'http://10.0.0.5:8080/nlos' }, 'data: the /nlos/ service at http://10.0.0.5:8080'],
  ])('names neither account nor password in production: %j', (source, data) => {
    const lines = announcement(parseEnv({ SESSION_SECRET: secret, ...source }), address, ['admin'])
    expect(lines).toEqual(['nlos-console: http://localhost:4321', data])
  })
})
