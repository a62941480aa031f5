import { eq, sql } from 'drizzle-orm'
import { orgUnit, sysUser, tenant } from '../../domains/identity/table.ts'
import { auditLog } from '../../domains/system/table.ts'
import { freshDatabase } from '../../domains/testing.ts'
import { closeDatabase, db, inTenant, inTenantOf, openDatabase, UnknownTenantError } from './client.ts'
import { databaseError, type Engine } from './engine.ts'

let engine: Engine
let drop: () => Promise<void>
beforeAll(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  engine = await openDatabase({ ...fresh.options, statementTimeoutMs: 2_000 })
}, 60_000)
afterAll(async () => {
  await closeDatabase()
  await drop()
})

const tableNames = () =>
  engine.withConnection(async (connection) => {
    const { rows } = await connection.query(
      "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'nlos_migration'",
      [],
      'array',
    )
    return rows.map((row) => String((row as unknown[])[0]))
  })

/** Rows that the application's role sees under a setting of the tenant. */
const visible = (table: string, tenantId: string) =>
  engine.withConnection(async (connection) => {
    await connection.exec(
      `BEGIN; SET LOCAL ROLE nlos_app; SELECT set_config('app.tenant_id', '${tenantId}', true)`,
    )
    const { rows } = await connection.exec(`SELECT count(*) AS seen FROM "${table}"`)
    await connection.exec('ROLLBACK')
    return (rows[0] as { seen: number }).seen
  })

describe('row security (T6)', () => {
  test('every table is under it, forced, and has a tenant', async () => {
    const names = await tableNames()
    expect(names.length).toBeGreaterThan(30)
    const { rows } = await engine.withConnection((connection) =>
      connection.exec(`SELECT relname FROM pg_class c WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
        AND relrowsecurity AND relforcerowsecurity AND EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid)`),
    )
    expect(rows.map((row) => (row as { relname: string }).relname).sort()).toEqual(names.sort())
  })

  test('without a tenant and with one that does not exist no table shows a row; with one it does', async () => {
    for (const table of await tableNames()) {
      expect([table, await visible(table, '')]).toEqual([table, 0])
      expect([table, await visible(table, '999')]).toEqual([table, 0])
    }
    expect(await visible('sys_user', '1')).toBeGreaterThan(20)
  })

  test('another tenant is neither read, changed, written nor named', async () => {
    const [foreign] = await inTenant(2, () => db().select().from(orgUnit).limit(1))
    const id = foreign?.id ?? 0
    await inTenant(1, async () => {
      expect(await db().select().from(orgUnit).where(eq(orgUnit.id, id))).toEqual([])
      expect(await db().update(orgUnit).set({ name: 'x' }).where(eq(orgUnit.id, id)).returning()).toEqual([])
      expect(await db().delete(orgUnit).where(eq(orgUnit.id, id)).returning()).toEqual([])
    })
    const write = inTenant(1, () =>
      db().insert(orgUnit).values({ tenantId: 2, kind: 'dept', name: 'x', path: '/' }),
    )
    expect(databaseError(await write.catch((error) => error))?.code).toBe('42501')
    const reference = inTenant(1, () =>
      db().insert(orgUnit).values({ parentId: id, kind: 'dept', name: 'x', path: '/' }),
    )
    expect(databaseError(await reference.catch((error) => error))?.code).toBe('23503')
  })

  test('logs only grow', async () => {
    await inTenant(1, () => db().insert(auditLog).values({ actorId: 0, action: 'test', object: 'test:1' }))
    for (const change of [
      () => db().update(auditLog).set({ action: 'other' }),
      () => db().delete(auditLog),
      () => db().execute(sql`truncate review_log`),
    ]) {
      const refused = await inTenant(1, async () => void (await change())).catch((error) => error)
      expect(databaseError(refused)?.code).toBe('42501')
    }
  })

  test('a tenant is entered by the code of a running one only', async () => {
    expect(await inTenantOf('qhe', async (id) => id)).toBe(2)
    await inTenant(3, () => db().update(tenant).set({ status: '停用' }))
    for (const code of ['yfd', 'nobody', '', "blq'; --"]) {
      await expect(inTenantOf(code, async () => 1)).rejects.toThrow(UnknownTenantError)
    }
    await inTenant(3, () => db().update(tenant).set({ status: '启用' }))
  })
})

describe('prepared statements', () => {
  const units = () => db().select({ id: orgUnit.id }).from(orgUnit).prepare('units').execute()

  test('are planned once a connection, and show each tenant its own rows', async () => {
    const plain = (tenantId: number) =>
      inTenant(tenantId, () => db().select({ id: orgUnit.id }).from(orgUnit))
    for (const tenantId of [1, 2, 1, 2, 1, 2, 1]) {
      expect(await inTenant(tenantId, units)).toEqual(await plain(tenantId))
    }
    expect(await inTenant(999, units)).toEqual([])
    const kept = await inTenant(1, async () => {
      await units()
      const { rows } = await db().execute(
        sql`select generic_plans + custom_plans as runs from pg_prepared_statements where name like 'units %'`,
      )
      return rows
    })
    expect(kept).toHaveLength(1)
  })

  test('one that the database refused is asked anew', async () => {
    const half = (by: number) =>
      db()
        .select({ half: sql<number>`10 / ${by}::int` })
        .from(tenant)
        .prepare('half')
        .execute()
    const refused = await inTenant(1, () => half(0)).catch((error) => error)
    expect(databaseError(refused)?.code).toBe('22012')
    expect(await inTenant(1, () => half(5))).toEqual([{ half: 2 }])
    const unknown = () => db().select({ no: sql`nothing_of_this_name` }).from(tenant).prepare('no').execute()
    for (const _again of [1, 2]) {
      expect(databaseError(await inTenant(1, unknown).catch((error) => error))?.code).toBe('42703')
    }
  })
})

describe('transactions', () => {
  test('there is no query outside one, none inside another, none after its end', async () => {
    expect(() => db()).toThrow('no transaction')
    await inTenant(1, async () => {
      await expect(inTenant(1, async () => 1)).rejects.toThrow('open already')
    })
    let late: (() => Promise<unknown>) | undefined
    await inTenant(1, async () => {
      const mine = db()
      late = async () => mine.select().from(sysUser)
    })
    await expect(late?.()).rejects.toThrow()
  })

  test('one query follows the other, and the end follows the last', async () => {
    const users = () => db().select().from(sysUser)
    await inTenant(1, async () => {
      const [first, second] = await Promise.allSettled([users(), users()])
      expect(first.status).toBe('fulfilled')
      expect(String((second as PromiseRejectedResult).reason.cause)).toContain('Two queries')
      await users()
    })
    const left = inTenant(1, async () => {
      void users().execute()
    })
    await expect(left).rejects.toThrow('in the middle of a query')
    await inTenant(1, users)
  })

  test('parallel ones each keep their tenant and their writes', async () => {
    const seen = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        inTenant((at % 3) + 1, async () => {
          const users = await db().select({ tenantId: sysUser.tenantId }).from(sysUser)
          const units = await db().select({ tenantId: orgUnit.tenantId }).from(orgUnit)
          return new Set([...users, ...units].map(({ tenantId }) => tenantId))
        }),
      ),
    )
    for (const [at, tenants] of seen.entries()) expect([...tenants]).toEqual([(at % 3) + 1])
  })

  test('an error takes everything back, also one that somebody swallowed', async () => {
    const write = () => db().insert(auditLog).values({ actorId: 0, action: 'rolled back', object: 'x' })
    await expect(
      inTenant(1, async () => {
        await write()
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await expect(
      inTenant(1, async () => {
        await write()
        await db()
          .execute(sql`select 1/0`)
          .catch(() => undefined)
      }),
    ).rejects.toThrow()
    const kept = inTenant(1, () => db().select().from(auditLog).where(eq(auditLog.action, 'rolled back')))
    expect(await kept).toEqual([])
  })

  test('no statement is compiled: that takes longer than any of ours', async () => {
    if (engine.name !== 'postgres') return
    const { rows } = await inTenant(1, () => db().execute(sql`show jit`))
    expect(rows).toEqual([{ jit: 'off' }])
  })

  test('a statement that runs too long is ended, and the next one is answered', async () => {
    const endless = sql`with recursive r(n) as (select 1 union all select n + 1 from r) select count(*) from r`
    const ended = await inTenant(1, () => db().execute(endless)).catch((error) => error)
    expect(databaseError(ended)?.code).toBe('57014')
    expect(await inTenant(1, async () => (await db().select().from(sysUser)).length)).toBeGreaterThan(20)
  }, 30_000)
})

test('values are the same on both engines', async () => {
  const values = await inTenant(1, () =>
    db().execute(sql`select 9007199254740991::int8 as big, 12.30::numeric(18, 2) as money, date '2025-02-28' as day,
      timestamptz '2025-03-14 14:10:00.123456+08' as at, true as yes, null::text as nothing, array['a"b', 'c,d'] as texts,
      array[1, 2]::int8[] as ids, array[1.50, 2]::numeric[] as amounts, '{"a": [1, "x"]}'::jsonb as json,
      count(*) as n from (values (1), (2)) v`),
  )
  expect(values.rows).toEqual([
    {
      big: 9007199254740991,
      money: '12.30',
      day: '2025-02-28',
      at: '2025-03-14T06:10:00.123456Z',
      yes: true,
      nothing: null,
      texts: ['a"b', 'c,d'],
      ids: [1, 2],
      amounts: ['1.50', '2'],
      json: { a: [1, 'x'] },
      n: 2,
    },
  ])
  const { rows } = await inTenant(1, () =>
    db().execute(
      sql`select ${sql.param(['a"b\\', null, 'c'])}::text[] as texts, ${sql.param({ k: "o'k" })}::jsonb as json, ${true}::bool as yes`,
    ),
  )
  expect(rows).toEqual([{ texts: ['a"b\\', null, 'c'], json: { k: "o'k" }, yes: true }])
})
