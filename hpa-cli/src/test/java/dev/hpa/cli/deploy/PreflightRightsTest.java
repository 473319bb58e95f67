package dev.hpa.cli.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.cli.preflight.LeaseChecks;
import dev.hpa.cli.preflight.RequiredPermissions;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Preflight checks the permissions that the controller needs, and no others. */
class PreflightRightsTest {

  @ParameterizedTest
  @CsvSource({
    "false,false,0",
    "false,true,0",
    "true,false,0",
    "true,true,0",
    "false,false,8",
    "true,false,8",
    "true,true,8"
  })
  void theCheckedPermissionsAreThoseOfTheRequests(boolean state, boolean shadow, int shards) {
    List<ApiCall> calls = ControllerCalls.of(false, false, false, state, shards > 0, shadow);
    List<Grant> rights =
        RequiredPermissions.of(LeaseChecks.DEFAULT, state, shards, shadow).stream()
            .map(
                each ->
                    new Grant(
                        each.namespace(), each.group(), each.resource(), each.verb(), each.name()))
            .toList();
    assertEquals(
        List.of(),
        calls.stream()
            .filter(call -> rights.stream().noneMatch(each -> each.allows(call)))
            .toList());
    assertEquals(
        List.of(), rights.stream().filter(each -> calls.stream().noneMatch(each::allows)).toList());
  }
}
