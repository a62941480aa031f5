-- The interface speaks Chinese alone: menus have one name, and a run of many rows needs no language to answer in.
ALTER TABLE sys_menu DROP COLUMN name_en;
ALTER TABLE bulk_run DROP COLUMN locale;
