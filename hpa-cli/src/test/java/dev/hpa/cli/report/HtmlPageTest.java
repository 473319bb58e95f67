package dev.hpa.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlPageTest {

  private final Path folder;

  HtmlPageTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void aReportIsReadableByItsOwnerOnlyAndLeavesNoDraft() throws IOException {
    Path file = folder.resolve("new").resolve("report.html");
    page().write(file);
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    try (Stream<Path> files = Files.list(folder.resolve("new"))) {
      assertEquals(List.of(file), files.toList());
    }
  }

  /** With a predictable name, another user could redirect the draft by a symbolic link. */
  @Test
  void aLinkWithTheNameOfADraftIsNotFollowed() throws IOException {
    Path target = folder.resolve("precious");
    Path planted = folder.resolve(".report.html." + ProcessHandle.current().pid() + ".tmp");
    Files.createSymbolicLink(planted, target);
    page().write(folder.resolve("report.html"));
    assertFalse(Files.exists(target));
    assertTrue(Files.isSymbolicLink(planted));
    assertTrue(Files.size(folder.resolve("report.html")) > 0);
  }

  private static HtmlPage page() {
    return new HtmlPage(HtmlPageTest.class, "a", "{}");
  }
}
