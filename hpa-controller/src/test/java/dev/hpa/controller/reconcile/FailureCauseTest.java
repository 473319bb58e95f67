package dev.hpa.controller.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class FailureCauseTest {

  private static final Set<String> NAMES = Set.of("shop", "web", "queue_length");

  private static String key(String message) {
    return FailureCause.of(message, NAMES).key();
  }

  @Test
  void namesAndNumbersDoNotDistinguishCauses() {
    assertEquals(
        "no # values of * in */* for pod *",
        key("no 12 values of queue_length in Shop/web for pod Web-7d9f-x2"));
    assertEquals("of *", key("of queue_length.example.com"));
    assertEquals("webs are missing", key("webs are missing"));
    assertEquals("of {}", key("of &LabelSelector{MatchLabels:map[string]string{app: web,}"));
  }

  /** A tenant chooses these texts; a search of quadratic time would take hours. */
  @Test
  void theTextsOfATenantTakeLittleTimeAndMemory() {
    for (String part : new String[] {"&LabelSelector{", "a-", "a.b-", "1", "web-"}) {
      FailureCause cause = FailureCause.of(part.repeat(200_000), NAMES);
      assertTrue(cause.key().length() < 1_100, cause.key());
      assertTrue(cause.message().length() < 1_100, cause.message());
    }
  }
}
