/** What an admin does to one account, without the calls of the dashboard around it. */
export * from '#dev/dashboard/admin-changes.ts';
