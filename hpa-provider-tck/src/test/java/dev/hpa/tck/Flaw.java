package dev.hpa.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * A subject with one defect.
 *
 * @param check the only contract test that fails
 * @param message a part of its message
 */
public record Flaw(Class<?> subject, String check, String message) {

  /** Returns a test per defect: exactly its contract test fails. */
  public static Stream<DynamicTest> tests(List<Flaw> flaws) {
    return flaws.stream()
        .map(flaw -> DynamicTest.dynamicTest(flaw.subject().getSimpleName(), flaw::isNoticed));
  }

  /** Returns the contract tests that the defects cover. */
  public static Set<String> checks(List<Flaw> flaws) {
    return flaws.stream().map(Flaw::check).collect(Collectors.toSet());
  }

  private void isNoticed() {
    Map<String, String> failed = ContractRun.of(subject).failed();
    assertEquals(Set.of(check), failed.keySet(), failed::toString);
    String said = failed.getOrDefault(check, "");
    assertTrue(said.contains(message), said);
  }
}
