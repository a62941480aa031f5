import { db } from '../../platform/db/client.ts'
import { fakeIdNo, fakeMobile, fakeVin } from '../../rules/made-up-numbers.ts'
import { blacklist } from '../blacklist/table.ts'

/** Entries of the demo's black list; 黑 stops an order, 灰 asks for a person. */
export const blacklistKeys = {
  blackIdNo: fakeIdNo('11', '1980-01-01', 1),
  greyIdNo: fakeIdNo('11', '1980-01-02', 3),
  blackMobile: fakeMobile(990_000_001),
  blackVin: fakeVin(990_001, 2021),
}

/** The demo's black list. */
export async function seedRisk(): Promise<void> {
  const { blackIdNo, greyIdNo, blackMobile, blackVin } = blacklistKeys
  await db()
    .insert(blacklist)
    .values([
      {
        kind: '个人',
        numberType: 'idNo',
        keyValue: blackIdNo,
        level: '黑',
        reason: '伪造材料',
        source: '内部',
      },
      {
        kind: '个人',
        numberType: 'idNo',
        keyValue: greyIdNo,
        level: '灰',
        reason: '曾有逾期',
        source: '内部',
      },
      {
        kind: '个人',
        numberType: 'mobile',
        keyValue: blackMobile,
        level: '黑',
        reason: '中介包装',
        source: '内部',
      },
      { kind: '车辆', numberType: 'vin', keyValue: blackVin, level: '黑', reason: '事故车', source: '资方' },
    ])
}
