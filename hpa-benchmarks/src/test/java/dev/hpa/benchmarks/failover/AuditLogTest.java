package dev.hpa.benchmarks.failover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {

  private static final String READ =
      """
      {"kind":"Event","apiVersion":"audit.k8s.io/v1","stage":"%s","verb":"get",\
      "user":{"username":"%s"},"objectRef":{"resource":"deployments","namespace":"shop",\
      "name":"web","subresource":"scale"},"responseStatus":{"code":200},\
      "stageTimestamp":"2026-01-01T00:00:00.250000Z"}
      """;

  @TempDir private Path folder = Path.of("");

  private static String read(String user) {
    return READ.formatted("ResponseComplete", user);
  }

  private static List<AuditedRequest> next(AuditLog log) throws IOException {
    List<AuditedRequest> requests = new ArrayList<>();
    log.read(requests::add);
    return requests;
  }

  @Test
  void deliversEachLineOnceAndWhole() throws Exception {
    Path file =
        Files.writeString(folder.resolve("audit"), read("one") + read("two").substring(0, 30));
    AuditLog log = new AuditLog(file, Set.of("one", "two"));
    AuditedRequest first =
        new AuditedRequest(
            Instant.parse("2026-01-01T00:00:00.250Z"),
            "one",
            "get",
            "deployments/scale shop/web",
            200);
    assertEquals(List.of(first), next(log));
    assertTrue(first.isDecision());
    assertEquals(List.of(), next(log));
    Files.writeString(file, read("two").substring(30), StandardOpenOption.APPEND);
    assertEquals(List.of("two"), next(log).stream().map(AuditedRequest::user).toList());
  }

  @Test
  void skipsOtherUsersStagesAndRequestsWithoutObject() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("audit"),
            read("admin")
                + READ.formatted("RequestReceived", "one")
                + "{\"stage\":\"ResponseComplete\",\"user\":{\"username\":\"one\"}}\n\n");
    assertEquals(List.of(), next(new AuditLog(file, Set.of("one"))));
  }

  @Test
  void namesALineThatIsNoEvent() throws Exception {
    Path file = Files.writeString(folder.resolve("audit"), "2026-01-01 GET /api\n");
    AuditLog log = new AuditLog(file, Set.of("one"));
    IOException failure = assertThrows(IOException.class, () -> next(log));
    assertTrue(
        String.valueOf(failure.getMessage())
            .endsWith("audit: not an audit log in JSON lines: 2026-01-01 GET /api"));
  }

  @Test
  void continuesInTheNewFileWhenTheServerRotatesTheLog() throws Exception {
    Path file = Files.writeString(folder.resolve("audit"), read("one"));
    try (AuditLog log = new AuditLog(file, Set.of("one", "two", "three"))) {
      assertEquals(List.of("one"), users(log));
      Files.writeString(file, read("two"), StandardOpenOption.APPEND);
      Files.move(file, folder.resolve("audit-1"));
      assertEquals(List.of("two"), users(log), "the new file does not exist yet");
      Files.writeString(file, read("three"));
      assertEquals(List.of("three"), users(log));
      assertEquals(List.of(), users(log));
    }
  }

  private static List<String> users(AuditLog log) throws IOException {
    return next(log).stream().map(AuditedRequest::user).toList();
  }
}
