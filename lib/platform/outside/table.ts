import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, looseId, ref } from '../db/columns.ts'
import { tenantTable } from '../db/tenant-table.ts'
import { attemptKinds, attemptResults, callStates, portNames, type Simulated } from './rules/outside.ts'

/** 外部请求: a question to somebody outside, written in the transaction that asks it. */
export const outsideCall = tenantTable(
  'outside_call',
  {
    port: text({ enum: portNames }).notNull(),
    /** The asker's: the same key is the same call */
    onceKey: text().notNull(),
    /** The other side knows it by this: random, so that no database put back from a backup says an old one again */
    reference: text().notNull(),
    aboutType: text(),
    aboutId: looseId('of the table that about_type means'),
    /** Forgotten when it is over */
    request: jsonb(),
    requestHash: text().notNull(),
    /** The request with its personal data masked */
    shown: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    status: text({ enum: callStates }).notNull().default('queued'),
    attempts: integer().notNull().default(0),
    /** The time at which it is sent or asked for next; null when it is over */
    nextAt: instant().default(sql`now()`),
    /** After this nobody needs the answer */
    giveUpAt: instant(),
    sentAt: instant(),
    answeredAt: instant(),
    /** Masked */
    answer: jsonb().$type<Record<string, unknown>>(),
    /** Of the refusal, or why it was given up */
    reason: text(),
    /** The simulator's answer, as a user of the demo chose it */
    simulated: jsonb().$type<Simulated>(),
  },
  (t) => [
    uniqueIndex('outside_call_once').on(t.tenantId, t.port, t.onceKey),
    uniqueIndex('outside_call_reference').on(t.tenantId, t.reference),
    index('outside_call_newest').on(t.tenantId, t.createdAt, t.id),
    index('outside_call_about').on(t.tenantId, t.aboutType, t.aboutId),
    // Of all tenants at once, as nlos_waiting_calls() asks.
    index('outside_call_next').on(t.nextAt).where(sql`${t.nextAt} is not null`),
    index('outside_call_kept')
      .on(t.tenantId, t.answeredAt)
      .where(sql`${t.request} is not null and ${t.nextAt} is null`),
  ],
)

/** An attempt of a call, and what came of it. */
export const outsideAttempt = tenantTable(
  'outside_attempt',
  {
    callId: ref('outside_call', 'cascade').notNull(),
    kind: text({ enum: attemptKinds }).notNull(),
    result: text({ enum: attemptResults }).notNull(),
    ms: integer().notNull().default(0),
    /** The text that came back, cut and masked */
    note: text().notNull().default(''),
  },
  (t) => [index('outside_attempt_call').on(t.tenantId, t.callId, t.id)],
)

/** Ports whose simulator waits until a person answers: the demo's alone. */
export const outsideSimulator = tenantTable(
  'outside_simulator',
  {
    port: text({ enum: portNames }).notNull(),
    byHand: boolean().notNull().default(false),
  },
  (t) => [uniqueIndex('outside_simulator_port').on(t.tenantId, t.port)],
)
