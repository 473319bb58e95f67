package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BuildInfoTest {

  @Test
  void versionIsThatOfTheBuild() {
    assertTrue(BuildInfo.VERSION.matches("[0-9]+\\.[0-9]+\\.[0-9]+.*"), BuildInfo.VERSION);
  }
}
