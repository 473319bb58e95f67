package dev.hpa.cli.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.CrossVersionObjectReference;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodNamePatternTest {

  private static Optional<String> pattern(String apiVersion, String kind, String name) {
    return PodNamePattern.of(new CrossVersionObjectReference(kind, name, apiVersion));
  }

  private static boolean isMatched(String pattern, String pod) {
    return Pattern.matches(pattern, pod);
  }

  @ParameterizedTest
  @CsvSource({
    "apps/v1, Deployment, web, web-7c5d8f9b64-x2x4z, true",
    "apps/v1, Deployment, web, web-5-x2x4z, true",
    "apps/v1, Deployment, web, web-api-7c5d8f9b64-x2x4z, false",
    "apps/v1, Deployment, web, web-x2x4z, false",
    "apps/v1, Deployment, web, web-0, false",
    "apps/v1, Deployment, a.b, a.b-7c5d8f9b64-x2x4z, true",
    "apps/v1, Deployment, a.b, acb-7c5d8f9b64-x2x4z, false",
    "argoproj.io/v1alpha1, Rollout, web, web-7c5d8f9b64-x2x4z, true",
    "apps/v1, StatefulSet, db, db-12, true",
    "apps/v1, StatefulSet, db, db-12-x2x4z, false",
    "apps/v1, ReplicaSet, web, web-x2x4z, true",
    "apps/v1, ReplicaSet, web, web-7c5d8f9b64-x2x4z, false",
    "v1, ReplicationController, web, web-x2x4z, true",
    // Kubernetes cuts what stands before the five random characters to 58 characters.
    "apps/v1, Deployment, a123456789b123456789c123456789d123456789e123456789,"
        + " a123456789b123456789c123456789d123456789e123456789-7c5d8f9x2x4z, true",
    "apps/v1, Deployment,"
        + " a123456789b123456789c123456789d123456789e123456789f123456789g,"
        + " a123456789b123456789c123456789d123456789e123456789f1234567x2x4z, true",
  })
  void namesOfPods(String apiVersion, String kind, String name, String pod, boolean isOfIt) {
    String pattern = pattern(apiVersion, kind, name).orElseThrow();
    assertEquals(isOfIt, isMatched(pattern, pod), pattern);
  }

  @Test
  void podsOfOtherKindsHaveTheirPrefixes() {
    assertEquals(Optional.empty(), pattern("example.com/v1", "Shop", "web"));
    String pattern = PodNamePattern.of(List.of("web-b-", "web-a-", "web-b-"));
    assertTrue(isMatched(pattern, "web-a-x2x4z"), pattern);
    assertTrue(isMatched(pattern, "web-b-x2x4z"), pattern);
    assertFalse(isMatched(pattern, "web-c-x2x4z"), pattern);
  }

  /** The API server accepts any text without slashes as the name of a target. */
  @Test
  @Tag("security")
  void aNameMatchesItselfOnly() {
    String pattern = pattern("apps/v1", "StatefulSet", ".*|[a]{1}(\"\\).+?^$").orElseThrow();
    assertTrue(isMatched(pattern, ".*|[a]{1}(\"\\).+?^$-0"), pattern);
    assertFalse(isMatched(pattern, "other-0"), pattern);
    assertFalse(isMatched(pattern, "a-0"), pattern);
  }
}
