package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class BuildInfoTest {

  @Test
  void versionMatchesThePom() throws IOException {
    String pom = Files.readString(Path.of("../pom.xml"));
    assertTrue(pom.matches("(?s).*<revision>" + BuildInfo.VERSION + "(-SNAPSHOT)?</revision>.*"));
  }
}
