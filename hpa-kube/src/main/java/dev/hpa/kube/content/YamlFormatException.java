package dev.hpa.kube.content;

/**
 * A text that is not YAML, or a YAML document that has no JSON. The message is one line and begins
 * with the path of the field or with the line, if they are known.
 */
public final class YamlFormatException extends Exception {

  private static final long serialVersionUID = 1;

  YamlFormatException(String path, String problem) {
    super(path.isEmpty() ? problem : path + ": " + problem);
  }
}
