package dev.hpa.kube.content;

/** A YAML document that has no JSON; the message begins with the path of the field, if any. */
public final class YamlFormatException extends Exception {

  private static final long serialVersionUID = 1;

  YamlFormatException(String path, String problem) {
    super(path.isEmpty() ? problem : path + ": " + problem);
  }
}
