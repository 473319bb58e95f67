package dev.hpa.cli.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** The base of the image is pinned by its digest, in one property that a build can override. */
class ImageBaseTest {

  private static final Path ROOT = Path.of(System.getProperty("hpa.root"));

  private static String value(String path) throws Exception {
    Document pom =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(ROOT.resolve("deploy/image/pom.xml").toFile());
    return XPathFactory.newInstance().newXPath().evaluate("/project" + path, pom);
  }

  @Test
  void theBaseIsADigest() throws Exception {
    assertEquals("${image.base}", value("//configuration/from/image"));
    String base = value("/properties/image.base");
    assertTrue(base.matches("debian@sha256:[0-9a-f]{64}"), base);
  }

  @Test
  void documentationDescribesHowToChangeTheBase() throws IOException {
    String manual = Files.readString(ROOT.resolve("docs/image.md"));
    assertTrue(manual.contains("HPA_IMAGE_BASE=debian@sha256:DIGEST"));
    assertTrue(manual.contains("**The base is pinned by its digest**"));
  }
}
