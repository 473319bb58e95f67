package dev.hpa.cli.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.sandbox.access.AuditEvent;
import dev.hpa.sandbox.access.RequestAttributes;
import dev.hpa.sandbox.access.User;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("security")
class AuditWriterTest {

  private static final AuditEvent EVENT =
      AuditEvent.received(
          "1",
          User.ANONYMOUS,
          new RequestAttributes.OnPath("get", "/version"),
          "/version",
          "curl",
          Instant.parse("2026-01-01T00:00:00Z"));

  private final StringWriter printed = new StringWriter();
  private final PrintWriter out = new PrintWriter(printed);

  @Test
  void writesOneLinePerRequest(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("audit.ndjson");
    try (AuditWriter writer = AuditWriter.open(file.toString(), out)) {
      writer.accept(EVENT);
      writer.accept(EVENT);
      List<String> lines = Files.readAllLines(file);
      assertEquals(2, lines.size());
      assertTrue(lines.getFirst().contains("\"requestURI\":\"/version\""), lines.getFirst());
    }
    assertEquals("", printed.toString());
  }

  @Test
  void fileIsReadableByItsOwnerOnly(@TempDir Path folder) throws Exception {
    Path before = Files.writeString(folder.resolve("before.ndjson"), "old\n");
    Files.setPosixFilePermissions(before, PosixFilePermissions.fromString("rw-r--r--"));
    for (Path file : List.of(folder.resolve("new.ndjson"), before)) {
      AuditWriter.open(file.toString(), out).close();
      assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }
    assertEquals("", Files.readString(before));
  }

  @Test
  void standardOutputStaysOpen() throws Exception {
    try (AuditWriter writer = AuditWriter.open("-", out)) {
      writer.accept(EVENT);
    }
    out.print("more");
    assertTrue(printed.toString().contains("\"kind\":\"Event\""));
    assertEquals(false, out.checkError());
  }

  @Test
  void writesNothingWithoutTheOption() throws Exception {
    try (AuditWriter writer = AuditWriter.open(null, out)) {
      writer.accept(EVENT);
    }
    assertEquals("", printed.toString());
  }
}
