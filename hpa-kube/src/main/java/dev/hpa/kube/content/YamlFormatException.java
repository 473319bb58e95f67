package dev.hpa.kube.content;

/** A text that is not YAML, or a YAML document that has no JSON. The message is one line. */
public final class YamlFormatException extends Exception {

  private static final long serialVersionUID = 1;

  private final int line;
  private final String problem;

  /** Of a field, whose path may be empty. */
  YamlFormatException(String path, String problem) {
    this(0, path.isEmpty() ? problem : path + ": " + problem, "");
  }

  /** Of a line, counted from 1, or 0 if it is not known. */
  YamlFormatException(int line, String problem) {
    this(line, problem, line == 0 ? "" : "line " + line + ": ");
  }

  private YamlFormatException(int line, String problem, String start) {
    super(start + problem);
    this.line = line;
    this.problem = problem;
  }

  /** What to report of a file: {@code FILE:LINE: is not valid YAML: …}. */
  public String in(String file) {
    return file + (line == 0 ? "" : ":" + line) + ": is not valid YAML: " + problem;
  }
}
