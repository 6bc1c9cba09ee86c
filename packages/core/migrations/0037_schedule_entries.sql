-- The indexes of this version are in concurrent-indexes.sql.
select 1;
