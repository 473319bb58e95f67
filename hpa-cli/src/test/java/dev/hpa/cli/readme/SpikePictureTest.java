package dev.hpa.cli.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SpikePictureTest {

  private static final Path PICTURE =
      Path.of(System.getProperty("hpa.root", ".")).resolve("docs/images/why.svg");
  private static final String REWRITE = "hpa.docs.rewrite";

  @Test
  void thePictureOfTheReadmeIsUpToDate() throws IOException {
    String drawn = SpikePicture.svg();
    if (Boolean.getBoolean(REWRITE)) {
      Files.writeString(PICTURE, drawn);
    }
    assertEquals(
        drawn,
        Files.exists(PICTURE) ? Files.readString(PICTURE) : "",
        "docs/images/why.svg is stale; draw it anew with: mvn -pl hpa-cli -am"
            + " -Dtest=SpikePictureTest -Dsurefire.failIfNoSpecifiedTests=false -D"
            + REWRITE
            + "=true test");
  }
}
