import { fakeIdNo, fakeMobile, fakeVin } from '../../rules/made-up-numbers.ts'
import { db } from '../db/client.ts'
import { blacklist, riskScene } from '../db/schema/reviews.ts'

/** Entries of the demo's black list; 黑 stops an order, 灰 asks for a person. */
export const blacklistKeys = {
  blackIdNo: fakeIdNo('11', '1980-01-01', 1),
  greyIdNo: fakeIdNo('11', '1980-01-02', 3),
  blackMobile: fakeMobile(990_000_001),
  blackVin: fakeVin(990_001, 2021),
}

/** The scene that judges an intake (进件准入), and the black list. */
export async function seedRisk(): Promise<void> {
  await db()
    .insert(riskScene)
    .values({
      sceneCode: 'PRE_CHECK',
      sceneName: '进件准入',
      stage: 'pre',
      rules: [
        { code: 'R001', name: '年龄不在18–60周岁', action: 'reject', params: { min: 18, max: 60 } },
        { code: 'R002', name: '命中灰名单', action: 'manual' },
        { code: 'R003', name: '手机号被多个客户使用', action: 'score', score: 20, params: { max: 2 } },
        { code: 'R004', name: '意向金额偏高', action: 'score', score: 15, params: { limit: '300000.00' } },
        { code: 'R005', name: '近180天被拒绝', action: 'score', score: 30, params: { max: 1 } },
        { code: 'R006', name: '证件即将到期', action: 'score', score: 10, params: { min: 90 } },
        { code: 'R007', name: '与客户档案不一致', action: 'manual' },
      ],
      passScore: 80,
      rejectScore: 40,
      status: '开启',
    })
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
