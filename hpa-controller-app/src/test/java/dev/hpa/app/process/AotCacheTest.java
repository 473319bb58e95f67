package dev.hpa.app.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AotCacheTest {

  private static final String CACHE = "/opt/hpa/lib/hpa-controller.aot";

  @TempDir private Path folder;

  private Path mappings(String file) throws IOException {
    return Files.writeString(
        folder.resolve("maps"),
        """
        7c0000000000-7c0000bd0000 rw-p 00001000 fd:00 131 %s
        7ffc5d5c4000-7ffc5d5e6000 rw-p 00000000 00:00 0 [stack]
        """
            .formatted(file));
  }

  @Test
  void mappedCacheIsInUse() throws IOException {
    assertEquals(Optional.empty(), AotCache.problem(CACHE, mappings(CACHE)));
  }

  @Test
  void cacheThatIsNotMappedIsReported() throws IOException {
    String problem = AotCache.problem(CACHE, mappings("/opt/java/lib/modules")).orElseThrow();
    assertTrue(problem.startsWith("AOT cache \"" + CACHE + "\": not used"), problem);
  }

  @Test
  void withoutCacheOrMappingsNothingIsReported() throws IOException {
    assertEquals(Optional.empty(), AotCache.problem(null, mappings("/opt/java/lib/modules")));
    assertEquals(Optional.empty(), AotCache.problem(CACHE, folder.resolve("absent")));
  }
}
