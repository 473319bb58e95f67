// The project of a guide is written down in the guide: a file's name in a line of its own, then its text.
def written = (new File(manuals, "${basedir.name}.md").text =~ /(?ms)^`([^`\n]+)`:\n\n```\w*\n(.*?)^```$/)
written.each { whole, name, text ->
  def file = new File(basedir, name)
  file.parentFile.mkdirs()
  file.text = text
}
return true
