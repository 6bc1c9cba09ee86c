/** For drizzle-kit, which `npm run generate` installs into tools/: its own types are not here. */
export default { dialect: 'postgresql', schema: './src/db/schema', out: './migrations' };
