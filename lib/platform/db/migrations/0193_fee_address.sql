-- 费用管理 has the address of the specification, in menus that were offered the other one, too.
ALTER TABLE sys_menu NO FORCE ROW LEVEL SECURITY;
ALTER TABLE offered NO FORCE ROW LEVEL SECURITY;
UPDATE sys_menu SET url = '/business/const', row_version = row_version + 1 WHERE url = '/product/fee';
UPDATE offered SET what = 'menu /business/const' WHERE what = 'menu /product/fee';
ALTER TABLE offered FORCE ROW LEVEL SECURITY;
ALTER TABLE sys_menu FORCE ROW LEVEL SECURITY;
