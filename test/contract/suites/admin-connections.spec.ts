// Spec files of a worker of jest share the connections of the superuser.
import { asAdmin, testDatabase } from '../../support/test-database.js';

it('a setting that would stay on a shared connection is refused, and one that ends with its text is not', async () => {
  const stays = asAdmin(testDatabase(), 'SELECT 1; SET jit = off');
  await expect(stays).rejects.toThrow('SET LOCAL is needed');
  await expect(asAdmin(testDatabase(), 'SET ROLE desk_owner')).rejects.toThrow('SET LOCAL is needed');
  await expect(asAdmin(testDatabase(), 'SET LOCAL jit = off; SELECT 1')).resolves.not.toThrow();
});
