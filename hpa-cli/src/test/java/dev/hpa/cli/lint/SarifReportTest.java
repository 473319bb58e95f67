package dev.hpa.cli.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SarifReportTest {

  @ParameterizedTest
  @CsvSource({
    "-, stdin",
    "web.yaml, web.yaml",
    "../a/web 1.yaml, ../a/web%201.yaml",
    "a:b.yaml, a%3Ab.yaml",
    "ü.yaml, %C3%BC.yaml",
    "a+b#?%.yaml, a%2Bb%23%3F%25.yaml",
  })
  void filesAreRelativeToTheWorkingDirectory(String file, String uri) {
    assertEquals(uri, SarifReport.uri(file));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a:b.yaml", "ü.yaml", "u\u0308.yaml", "x/y z.yaml", "../+&.yaml"})
  void aReferenceLeadsBackToItsFile(String file) throws URISyntaxException {
    URI here = Path.of("").toUri();
    URI expected = new URI("file", here.getPath() + file, null).normalize();
    assertEquals(expected.getPath(), here.resolve(SarifReport.uri(file)).getPath());
  }
}
